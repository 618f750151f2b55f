// A minimal API client.

export async function callApi<T>(
  url: string,
  token: string | undefined,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
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
