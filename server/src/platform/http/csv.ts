// Text in CSV files.

/**
 * Escapes text that a spreadsheet would run as a formula: a tracker can send any text. Spreadsheets of many countries
 * split at semicolons, also inside quotes, so each part is escaped. The wide forms of the signs count too.
 */
export function csvText(text: string): string {
  const escaped = formulaSign.test(text) ? escapeFormulas(text) : text
  return /[",;\t\r\n]|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

/** Nearly all texts have none, and looking for places where one counts takes longer than everything else on a cell. */
const formulaSign = /[=+\-@\t\r\0＝＋－＠]/

function escapeFormulas(text: string): string {
  return text.replace(/(?<=^|[;\t\r\n])(?=["' ]{0,3}[=+\-@\t\r\0＝＋－＠])/g, "'")
}
