import { useTranslation } from 'react-i18next'

/** The events of a webhook as text: "Alerts, Devices: expired". */
export function useEventNames(): (events: string[]) => string {
  const { t } = useTranslation('webhooks')
  const nameOf = (event: string) => {
    const [kind] = event.split('.')
    const name = t(`kinds.${kind}`)
    return event === kind ? name : `${name}: ${t(`types.${event.replace('.', '_')}`)}`
  }
  return (events) => (events.length === 0 ? t('allEvents') : events.map(nameOf).join(', '))
}
