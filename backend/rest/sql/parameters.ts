/**
 * Collects the values of a statement: whatever a caller sent goes through here and becomes `$n`.
 */
export class Parameters {
  readonly values: string[] = [];

  add(value: string): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}
