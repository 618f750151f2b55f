// A token that is renewed before it expires, by one request at a time.

export interface TokenOptions {
  /** The current token was refused: get another. */
  fresh?: boolean
}
/** Called for every request. */
export type TokenSource = (options?: TokenOptions) => Promise<string> | string

export interface Issued {
  token: string
  expiresAt: string
}

export interface Renewal {
  token(options?: TokenOptions): Promise<string>
  /** Takes over a token obtained elsewhere. */
  take(issued: Issued): void
  forget(): void
}

/** Leaves time to retry while the server is briefly unavailable. */
const renewAfterShare = 0.75

export function createRenewal(request: () => Promise<Issued>, now: () => number = Date.now): Renewal {
  let current: { token: string; renewAt: number; endsAt: number } | undefined
  let pending: Promise<string> | undefined
  /** Responses to requests of an earlier generation are ignored. */
  let generation = 0

  function keep({ token, expiresAt }: Issued): string {
    const lifeMs = lifetimeMs(token) ?? Date.parse(expiresAt) - now()
    current = { token, renewAt: now() + lifeMs * renewAfterShare, endsAt: now() + lifeMs }
    return token
  }

  function renew(): Promise<string> {
    if (pending) return pending
    const mine = generation
    pending = request()
      .then((issued) => (mine === generation ? keep(issued) : issued.token))
      .finally(() => {
        if (mine === generation) pending = undefined
      })
    return pending
  }

  function begin(): void {
    generation += 1
    pending = undefined
    current = undefined
  }

  return {
    async token({ fresh = false } = {}) {
      if (fresh) current = undefined
      const before = current
      if (before && now() < before.renewAt) return before.token
      try {
        return await renew()
      } catch (error) {
        if (before && before === current && now() < before.endsAt) return before.token
        throw error
      }
    },
    take(issued) {
      begin()
      keep(issued)
    },
    forget: begin,
  }
}

/** Uses the token's own two times, so that a wrong local clock does not matter. */
function lifetimeMs(token: string): number | undefined {
  try {
    const [, claims = ''] = token.split('.')
    const { iat, exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return exp > iat ? (exp - iat) * 1_000 : undefined
  } catch {
    return undefined
  }
}
