// A token that is renewed before it runs out, by one request at a time.

export interface TokenOptions {
  /** The one at hand was refused: get another. */
  fresh?: boolean
}
/** Asked for every call. */
export type TokenSource = (options?: TokenOptions) => Promise<string> | string

export interface Issued {
  token: string
  expires: string
}

export interface Renewal {
  token(options?: TokenOptions): Promise<string>
  /** Takes over a token that came by another way. */
  take(issued: Issued): void
  forget(): void
}

/** Then there is time left for a server that is briefly away. */
const renewAfterShare = 0.75

export function createRenewal(ask: () => Promise<Issued>, now: () => number = Date.now): Renewal {
  let held: { token: string; renewAt: number; endsAt: number } | undefined
  let asking: Promise<string> | undefined
  /** What was asked for in an era before this one came too late. */
  let era = 0

  function hold({ token, expires }: Issued): string {
    const lifeMs = lifetimeMs(token) ?? Date.parse(expires) - now()
    held = { token, renewAt: now() + lifeMs * renewAfterShare, endsAt: now() + lifeMs }
    return token
  }

  function renew(): Promise<string> {
    if (asking) return asking
    const mine = era
    asking = ask()
      .then((issued) => (mine === era ? hold(issued) : issued.token))
      .finally(() => {
        if (mine === era) asking = undefined
      })
    return asking
  }

  function begin(): void {
    era += 1
    asking = undefined
    held = undefined
  }

  return {
    async token({ fresh = false } = {}) {
      if (fresh) held = undefined
      const before = held
      if (before && now() < before.renewAt) return before.token
      try {
        return await renew()
      } catch (error) {
        if (before && before === held && now() < before.endsAt) return before.token
        throw error
      }
    },
    take(issued) {
      begin()
      hold(issued)
    },
    forget: begin,
  }
}

/** By the token's own two times: a computer whose clock is wrong renews in time all the same. */
function lifetimeMs(token: string): number | undefined {
  try {
    const [, claims = ''] = token.split('.')
    const { iat, exp } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
    return exp > iat ? (exp - iat) * 1_000 : undefined
  } catch {
    return undefined
  }
}
