// Calls over a real connection, to servers in their own processes.

import type { Called, CallOptions } from './world.ts'

export type WebCall = (method: string, path: string, options?: CallOptions) => Promise<Called>

export function callOver(url: string): WebCall {
  return async (method, path, { token, body, headers } = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const parsed = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
    return { status: response.status, body: parsed, headers: Object.fromEntries(response.headers), text }
  }
}
