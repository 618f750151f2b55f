// Text in CSV files.

/**
 * Escapes text that a spreadsheet would run as a formula: a tracker can send any text. Spreadsheets of many countries
 * split at semicolons, also inside quotes, so each part is escaped. The wide forms of the signs count too.
 */
export function csvText(text: string): string {
  const escaped = text.replace(/(?<=^|[;\t\r\n])(?=["' ]{0,3}[=+\-@\t\r\0＝＋－＠])/g, "'")
  return /[",;\t\r\n]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}
