import { expect, test } from 'vitest'
import { shrinkRequest } from './shrink-request.ts'

test('a request that goes wrong for one of its members is shrunk to that one', async () => {
  const request = {
    path: '/api/devices?limit=5&search=x',
    headers: { 'content-type': 'application/json', 'if-match': '"1"' },
    body: JSON.stringify({ name: 'Boat', tags: { a: 'x'.repeat(50), bad: 7 }, groups: ['one', 'two'] }),
  }
  const smallest = await shrinkRequest(request, async ({ body }) => JSON.parse(body ?? '{}')?.tags?.bad === 7)
  expect(smallest).toEqual({ path: '/api/devices', headers: {}, body: '{"tags":{"bad":7}}' })
})
