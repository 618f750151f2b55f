/** As an element of a PostgreSQL array literal. */
export function jsonOf(value: object | null): string {
  return value === null
    ? 'NULL'
    : `"${JSON.stringify(value).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
