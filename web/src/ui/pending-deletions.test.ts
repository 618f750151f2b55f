import { describe, expect, test, vi } from 'vitest'
import { createPendingDeletions } from './pending-deletions.ts'

function open(send: (isLeaving: boolean) => Promise<unknown> = async () => {}) {
  const deletions = createPendingDeletions()
  const sent = vi.fn(send)
  deletions.add({ id: 'geo_1', objectIds: ['geo_1'], send: sent })
  return { deletions, sent }
}

describe('a deletion', () => {
  test('hides the object at once and calls the server later', async () => {
    const { deletions, sent } = open()
    expect([...deletions.hidden()]).toEqual(['geo_1'])
    expect(sent).not.toHaveBeenCalled()
    expect(await deletions.commit('geo_1')).toBe('deleted')
    expect(sent).toHaveBeenCalledWith(false)
    expect(deletions.hidden().size).toBe(0)
  })

  test('that was undone never calls the server', async () => {
    const { deletions, sent } = open()
    deletions.undo('geo_1')
    expect(deletions.hidden().size).toBe(0)
    expect(await deletions.commit('geo_1')).toBe('undone')
    expect(sent).not.toHaveBeenCalled()
  })

  test('is sent once, also if the page is left while the toast ends', async () => {
    const { deletions, sent } = open()
    const left = deletions.commit('geo_1', true)
    await deletions.commit('geo_1')
    await left
    expect(sent.mock.calls).toEqual([[true]])
  })

  test('cannot be undone once it is sent, and stays hidden until the lists are refetched', async () => {
    const refetched = Promise.withResolvers<void>()
    const { deletions } = open(() => refetched.promise)
    const committed = deletions.commit('geo_1')
    deletions.undo('geo_1')
    expect(deletions.hidden().has('geo_1')).toBe(true)
    refetched.resolve()
    await committed
    expect(deletions.hidden().has('geo_1')).toBe(false)
  })

  test('that is refused lists the object again', async () => {
    const { deletions } = open(() => Promise.reject(new Error('in use')))
    await expect(deletions.commit('geo_1')).rejects.toThrow('in use')
    expect(deletions.hidden().size).toBe(0)
  })

  test('of several objects hides and lists all of them', () => {
    const { deletions } = open()
    deletions.add({ id: 'dev_1', objectIds: ['dev_1', 'dev_2'], send: async () => {} })
    expect([...deletions.hidden()]).toEqual(['geo_1', 'dev_1', 'dev_2'])
    deletions.undo('dev_1')
    expect([...deletions.hidden()]).toEqual(['geo_1'])
  })

  test('notifies its listeners', () => {
    const { deletions } = open()
    const listener = vi.fn()
    const stop = deletions.subscribe(listener)
    deletions.undo('geo_1')
    expect(listener).toHaveBeenCalledOnce()
    stop()
    deletions.add({ id: 'geo_2', objectIds: ['geo_2'], send: async () => {} })
    expect(listener).toHaveBeenCalledOnce()
    expect(deletions.newest()).toBe('geo_2')
  })
})
