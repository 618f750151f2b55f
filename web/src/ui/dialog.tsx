import type { ModalProps } from '@mantine/core'
import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A dialog, open as long as it is there. Closed, it gives the focus back to what opened it. */
export function Dialog(props: Omit<ModalProps, 'opened' | 'closeButtonProps'>) {
  const { t } = useTranslation('ui')
  const [opener] = useState(findOpener)
  useEffect(() => () => returnFocus(opener), [opener])
  return <Modal opened closeButtonProps={{ 'aria-label': t('close') }} {...props} />
}

/** What has the focus, or the button of its menu: the menu closes. */
function findOpener(): HTMLElement | null {
  const { activeElement } = document
  const buttonId = activeElement?.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = buttonId ? document.getElementById(buttonId) : activeElement
  return opener instanceof HTMLElement ? opener : null
}

function returnFocus(opener: HTMLElement | null): void {
  // Once the dialog is gone, and unless something else has taken the focus.
  setTimeout(() => {
    if (document.activeElement === document.body) opener?.focus({ preventScroll: true })
  })
}
