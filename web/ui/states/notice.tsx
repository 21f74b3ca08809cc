import { cva, type VariantProps } from "class-variance-authority";
import { CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

const noticeStyles = cva("flex items-start gap-3 rounded-xl p-4 text-sm leading-relaxed", {
  variants: {
    variant: {
      success: "bg-success-soft text-success-ink",
      warning: "bg-warning-soft text-warning-ink",
    },
  },
  defaultVariants: { variant: "warning" },
});

export type NoticeProps = VariantProps<typeof noticeStyles> & {
  title: ReactNode;
  children?: ReactNode;
  className?: string;
};

/** A message in the page, announced when it appears. */
export function Notice({ variant, title, children, className }: NoticeProps) {
  const Icon = variant === "success" ? CircleCheck : TriangleAlert;
  return (
    <div role="status" className={classNames(noticeStyles({ variant }), className)}>
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <div className="grid gap-0.5">
        <p className="font-semibold">{title}</p>
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
