// An address of PostgreSQL may name several servers, as libpq writes it: postgres://role:password@one:5432,two:5432/rastro

const parts = /^(?<front>[^:/]+:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<rest>.*)$/s

/** One address for each server, in their order. */
export function serversOf(url: string): string[] {
  const { front, hosts, rest } = parts.exec(url)?.groups ?? {}
  if (hosts === undefined) return [url]
  return hosts.split(',').map((host) => `${front}${host}${rest}`)
}

/** The same address with its servers' names only: what may be shown, and what has the role and the database. */
export function firstServerOf(url: string): URL {
  return new URL(serversOf(url)[0]!)
}
