// Single sign-on: whether a user name has it, and windows in which the user signs in with the provider again.

const channelName = 'rastro-sso'

export interface CompanySignIn {
  name: string
  isRequired: boolean
}

/** Independent of whether the user exists. Null without an answer: passwords are always there. */
export async function findSso(userName: string, signal: AbortSignal): Promise<CompanySignIn | null> {
  const response = await fetch('/session/start', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName }),
    signal,
  })
  if (!response.ok) return null
  return ((await response.json()) as { sso: CompanySignIn | null }).sso
}

export function ssoUrl(userName: string): string {
  return `/session/sso?userName=${encodeURIComponent(userName)}`
}

/** Opens a window for the provider. Resolves with the outcome; `closed` if the user closes it. Call it from a click. */
export function openProvider(purpose: 'proof' | 'link' | 'test'): Promise<string> {
  const opened = globalThis.open(`/session/sso?purpose=${purpose}`, channelName, 'popup,width=520,height=720')
  const channel = new BroadcastChannel(channelName)
  return new Promise((resolve) => {
    const finish = (outcome: string) => {
      clearInterval(timer)
      channel.close()
      resolve(outcome)
    }
    channel.onmessage = ({ data }) => finish(String(data))
    // Browsers report a window of another origin as closed under our policy, so only a blocked one counts.
    const timer = setInterval(() => {
      if (opened === null) finish('blocked')
    }, 500)
  })
}

/** Of the window itself, when the provider has returned. */
export function announceOutcome(outcome: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(outcome)
  channel.close()
}
