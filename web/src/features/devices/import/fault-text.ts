// The errors of an import in the user's language. The API writes them in English; those it seldom has stay so.

import { vehicleTypes } from '@rastro/client/constants'
import type { TFunction } from 'i18next'

export function faultText(message: string, field: string, t: TFunction<'devices'>): string {
  const [, group] = /^"(.*)" is not a group$/.exec(message) ?? []
  const [, line] = /^is also in line (\d+)$/.exec(message) ?? []
  if (group !== undefined) return t('import.faultTexts.group', { group })
  if (line !== undefined) return t('import.faultTexts.twice', { line })
  if (message === 'is required') return t('import.faultTexts.required')
  if (message === 'already belongs to a device') return t('import.faultTexts.taken')
  if (field === 'vehicleType') {
    const types = vehicleTypes.map((type) => t(`vehicle.types.${type}`)).join(', ')
    return t('import.faultTexts.vehicleType', { types })
  }
  if (message.startsWith('must be a date')) return t('import.faultTexts.date')
  return message
}
