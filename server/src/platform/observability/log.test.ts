import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

function capture(write: (log: ReturnType<typeof createLog>) => void) {
  const texts: string[] = []
  write(createLog('info', { write: (text) => texts.push(text) }))
  return texts
}

describe('a log line', () => {
  test('is one line of JSON with level, time and message', () => {
    const [text, ...more] = capture((log) => log.info({ deviceId: 'dev_1' }, 'two\nlines'))
    expect(more).toEqual([])
    expect(text).toMatch(/^[^\n]*\n$/)
    expect(JSON.parse(text!)).toMatchObject({ level: 'info', msg: 'two\nlines', deviceId: 'dev_1' })
    expect(JSON.parse(text!).time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
  })

  test('below the level is not written', () => {
    expect(capture((log) => log.debug('detail'))).toEqual([])
  })

  test.each(['authorization', 'cookie', 'password', 'apiKey', 'token', 'secret', 'set-cookie'])(
    'redacts %s, up to three levels deep',
    (name) => {
      const stopReporting = { [name]: 'hush-hush' }
      const texts = capture((log) => {
        log.info(stopReporting)
        log.info({ body: stopReporting })
        log.info({ req: { headers: stopReporting } })
        log.child({ request: stopReporting }).info('x')
        log.warn({ err: Object.assign(new Error('x'), stopReporting) })
        log.warn({ err: Object.assign(new Error('x'), { body: stopReporting }) })
      })
      expect(texts.length).toBe(6)
      for (const text of texts) {
        expect(text).not.toContain('hush-hush')
        expect(text).toContain('(secret)')
      }
    },
  )

  test('contains the whole error: message, stack and cause', () => {
    const [text] = capture((log) =>
      log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'x'),
    )
    const { err } = JSON.parse(text!)
    expect(err.message).toContain('outer')
    expect(err.stack).toContain('log.test.ts')
    expect(err.stack).toContain('inner')
  })
})
