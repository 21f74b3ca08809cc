-- The backend mails the link by itself, and asks the product for the person's name alone.
drop function private.send_recovery_mail(text, text);
