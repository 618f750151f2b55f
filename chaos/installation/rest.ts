// A minimal API client.

import { setTimeout as sleep } from 'node:timers/promises'

/** Of one call, however often it is refused. */
const maxWaitMs = 30_000

/** Waits as long as `Retry-After` names where a rate limit refuses the call. */
export async function callApi<T>(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const deadlineMs = performance.now() + maxWaitMs
  for (;;) {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (response.ok) return (await response.json()) as T
    const waitMs = waitOf(response)
    const text = await response.text()
    if (waitMs === undefined || performance.now() + waitMs > deadlineMs)
      throw new Error(`${method} ${path}: ${response.status} ${text}`)
    await sleep(waitMs)
  }
}

/** Undefined unless the server asks to repeat the call later. */
function waitOf({ status, headers }: Response): number | undefined {
  const seconds = headers.get('retry-after')
  return status === 429 && seconds !== null ? Number(seconds) * 1_000 : undefined
}

export async function getToken(
  url: string,
  { userName, apiKey }: { userName: string; apiKey: string },
): Promise<string> {
  const answer = await callApi<{ token: string }>(url, undefined, 'POST', '/api/Auth/Token', {
    userName,
    apiKey,
  })
  return answer.token
}
