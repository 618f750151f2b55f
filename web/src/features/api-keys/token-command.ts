// A shell command to try an API key.

export interface Credentials {
  userName: string
  apiKey: string
}

export function tokenCommand(publicUrl: string, { userName, apiKey }: Credentials): string {
  const url = `${publicUrl.replace(/\/$/, '')}/api/Auth/Token`
  const body = JSON.stringify({ userName, apiKey })
  return `curl -X POST ${quoted(url)} -H 'Content-Type: application/json' -d ${quoted(body)}`
}

/** Quotes for a POSIX shell: an apostrophe closes the quotation, is escaped, and opens it again. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** The prefix of the secret. It contains the key's identifier, which is not secret. */
export function beginningOf(keyId: string): string {
  return `rk_live_${keyId.replace('key_', '').slice(0, 6)}…`
}
