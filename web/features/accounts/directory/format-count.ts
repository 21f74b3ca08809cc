/** A number with its noun: "1 vehículo", "12,345 vehículos". */
export function formatCount(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}
