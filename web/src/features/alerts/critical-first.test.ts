import type { Alert } from '@rastro/client'
import { expect, test } from 'vitest'
import { criticalFirst } from './critical-first.ts'

const alert = (id: string, severity: Alert['severity']) => ({ id, severity }) as Alert

test('an old SOS stands above newer warnings, and only once', () => {
  const sos = alert('sos', 'critical')
  const listed = [alert('new', 'warning'), alert('cold', 'critical'), sos, alert('old', 'info')]
  expect(criticalFirst([sos], listed).map(({ id }) => id)).toEqual(['sos', 'cold', 'new', 'old'])
})
