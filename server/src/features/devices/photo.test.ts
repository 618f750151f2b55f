import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeAccount } from '../../../test/make.ts'
import { jpeg, onePixel, webp } from '../../../test/pictures.ts'
import type { World } from '../../../test/world.ts'
import { openWorld } from '../../../test/world.ts'
import { photoTypeOf } from './photo-type.ts'

let world: World
let account: MadeAccount
beforeAll(async () => {
  world = await openWorld()
  account = await world.make.account({ licenses: 100 })
})
afterAll(() => world.close())

const photo = (method: string, id: string, { body, type = 'image/png', token = account.token }: Asked = {}) =>
  world.call(method, `/api/devices/${id}/photo`, {
    token,
    body,
    ...(body !== undefined && { headers: { 'content-type': type } }),
  })
interface Asked {
  body?: Buffer | string
  type?: string
  token?: string
}

describe('a photo', () => {
  test('is uploaded, read, replaced and deleted', async () => {
    const { id, modifiedAt } = await world.make.device(account)
    expect((await photo('GET', id)).body.code).toBe('devices.no_photo')
    world.clock.offsetMs += 1_000
    const put = await photo('PUT', id, { body: onePixel })
    expect(put.status).toBe(200)
    expect(put.body.device.photoUpdatedAt).toBe(put.body.device.modifiedAt)
    expect(put.body.device.photoUpdatedAt > modifiedAt).toBe(true)

    const answer = await world.app.inject({
      url: `/api/devices/${id}/photo`,
      headers: { authorization: `Bearer ${account.token}` },
    })
    expect(answer.rawPayload.equals(onePixel)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'no-store',
    })

    await photo('PUT', id, { body: jpeg, type: 'image/jpeg' })
    expect((await photo('GET', id)).headers['content-type']).toBe('image/jpeg')
    expect((await photo('DELETE', id)).status).toBe(200)
    expect((await photo('GET', id)).status).toBe(404)
    expect((await photo('DELETE', id)).status).toBe(200)
    world.clock.offsetMs = 0
  })

  test('has the type of its bytes, whatever was declared', async () => {
    const { id } = await world.make.device(account)
    await photo('PUT', id, { body: webp, type: 'image/jpeg' })
    expect((await photo('GET', id)).headers['content-type']).toBe('image/webp')
  })

  test.each([
    ['HTML declared as a picture', '<html><script>alert(1)</script>', 'image/png', 400],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 415],
    ['JSON', '{}', 'application/json', 415],
    ['nothing', '', 'image/png', 400],
    ['more than 512 kB', Buffer.concat([jpeg, Buffer.alloc(512 * 1_024)]), 'image/jpeg', 413],
  ])('is refused: %s', async (_name, body, type, status) => {
    const { id } = await world.make.device(account)
    expect((await photo('PUT', id, { body, type })).status).toBe(status)
    expect((await photo('GET', id)).status).toBe(404)
  })

  test('is for those who see the device, and is changed by those who may edit it', async () => {
    const [own, other] = [await world.make.group(account), await world.make.group(account)]
    const { id } = await world.make.device(account, { groups: [own.id] })
    await world.make.photo(account, id)
    const privileges = ['devices.edit']
    const reader = await world.make.user(account, { groupIds: [own.id] })
    const editor = await world.make.user(account, { groupIds: [own.id], privileges })
    const outsider = await world.make.user(account, { groupIds: [other.id], privileges })
    const foreigner = await world.make.account()
    const statuses = async (token: string) => [
      (await photo('GET', id, { token })).status,
      (await photo('PUT', id, { token, body: onePixel })).status,
      (await photo('DELETE', id, { token })).status,
    ]
    expect(await statuses(outsider.token)).toEqual([404, 404, 404])
    expect(await statuses(foreigner.token)).toEqual([404, 404, 404])
    expect(await statuses(reader.token)).toEqual([200, 403, 403])
    expect(await statuses(editor.token)).toEqual([200, 200, 200])
  })

  test('is deleted with its device', async () => {
    const { id } = await world.make.device(account)
    await world.make.photo(account, id)
    await world.call('DELETE', `/api/devices/${id}`, { token: account.token })
    const { rows } = await world.superuser.query(
      'select count(*)::int as count from device_photos p where not exists (select from devices d where d.number = p.device_number)',
    )
    expect(rows[0].count).toBe(0)
  })
})

test.each([
  ['jpeg', jpeg, 'image/jpeg'],
  ['png', onePixel, 'image/png'],
  ['webp', webp, 'image/webp'],
  ['gif', Buffer.from('GIF89a'), undefined],
  ['nothing', Buffer.alloc(0), undefined],
  ['a cut signature', onePixel.subarray(0, 7), undefined],
  ['RIFF that is sound', Buffer.from('RIFF\0\0\0\0WAVE'), undefined],
])('the type of %s', (_name, bytes, type) => {
  expect(photoTypeOf(bytes)).toBe(type)
})
