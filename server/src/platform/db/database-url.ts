// A PostgreSQL URL may name several servers, as in libpq: postgres://role:password@one:5432,two:5432/rastro

const parts = /^(?<front>[^:/]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s

/** One URL per server, in order. */
export function serversOf(url: string): string[] {
  const { front, hosts, rest } = parts.exec(url)?.groups ?? {}
  if (hosts === undefined) return [url]
  return hosts.split(',').map((host) => `${front}${host}${rest}`)
}

/** The URL of the first server; it carries the role and the database of all of them. */
export function firstServerOf(url: string): URL {
  return new URL(serversOf(url)[0]!)
}
