throw new Error("This SQLite driver is not installed on purpose: use node:sqlite.");
