import { Anchor } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import styles from './phone-link.module.css'

/** Without spaces and brackets, which some phones do not dial. */
export const callUrl = (phone: string) => `tel:${phone.replace(/[^\d+*#]/g, '')}`

export function PhoneLink({ phone }: { phone: string }) {
  return (
    <Anchor href={callUrl(phone)} size="sm" className={styles.call ?? ''}>
      <IconPhone size={15} aria-hidden />
      {phone}
    </Anchor>
  )
}
