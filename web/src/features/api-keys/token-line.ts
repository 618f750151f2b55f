// What somebody types into a terminal to try a key out.

export interface Credentials {
  userName: string
  apiKey: string
}

export function tokenLine(publicUrl: string, { userName, apiKey }: Credentials): string {
  const url = `${publicUrl.replace(/\/$/, '')}/api/Auth/Token`
  const body = JSON.stringify({ userName, apiKey })
  return `curl -X POST ${quoted(url)} -H 'Content-Type: application/json' -d ${quoted(body)}`
}

/** For a POSIX shell: an apostrophe ends the quotation, stands alone, and begins it again. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** How the secret begins. Its middle is the key's identifier, which is no secret. */
export function beginningOf(keyId: string): string {
  return `rk_live_${keyId.replace('key_', '').slice(0, 6)}…`
}
