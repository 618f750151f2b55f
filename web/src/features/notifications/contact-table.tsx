import { Badge, Button, Group, Menu, Text } from '@mantine/core'
import type { Contact } from '@rastro/client'
import { IconCircleCheck, IconClock, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactForm } from '../../ui/contact-form.tsx'
import { languageNames } from '../../ui/language-names.ts'
import { RowMenu } from '../../ui/row-menu.tsx'
import { Cell, StackedRow, StackedTable } from '../../ui/stacked-table.tsx'
import { VerifyContact } from '../../ui/verify-contact.tsx'
import { useDeleteContact } from './use-delete-contact.ts'

const columns = ['name', 'channel', 'address', 'language', 'verified'] as const

interface Doing {
  what: 'edit' | 'verify'
  contact: Contact
}

export function ContactTable({ contacts, mayManage }: { contacts: Contact[]; mayManage: boolean }) {
  const { t } = useTranslation('notifications')
  const [doing, setDoing] = useState<Doing>()
  const remove = useDeleteContact()
  const stop = () => setDoing(undefined)
  return (
    <>
      <StackedTable
        label={t('title')}
        columns={columns.map((column) => t(`columns.${column}`))}
        {...(mayManage && { end: t('columns.actions') })}
      >
        {contacts.map((contact) => (
          <StackedRow key={contact.id}>
            <Cell slot="first">
              <Text fw={600} size="sm">
                {contact.name}
              </Text>
            </Cell>
            <Cell label={t('columns.channel')}>{t(`channels.${contact.channel}`)}</Cell>
            <Cell label={t('columns.address')}>
              {contact.channel === 'push' ? t('devicesOfUser') : contact.address}
            </Cell>
            <Cell label={t('columns.language')}>{languageNames[contact.language]}</Cell>
            <Cell label={t('columns.verified')}>
              <Group gap="xs">
                <Verified isVerified={contact.verified} />
                {mayManage && !contact.verified && (
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('verify.of', { name: contact.name })}
                    onClick={() => setDoing({ what: 'verify', contact })}
                  >
                    {t('verify.action')}
                  </Button>
                )}
              </Group>
              {contact.gone && (
                <Text size="xs" c="dimmed">
                  {t('gone', { reason: contact.gone.reason })}
                </Text>
              )}
            </Cell>
            {mayManage && (
              <Cell slot="end">
                <RowMenu label={t('actionsOf', { name: contact.name })}>
                  <Menu.Item
                    leftSection={<IconPencil size={16} />}
                    onClick={() => setDoing({ what: 'edit', contact })}
                  >
                    {t('ui:edit')}
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    onClick={() => remove(contact)}
                  >
                    {t('ui:delete')}
                  </Menu.Item>
                </RowMenu>
              </Cell>
            )}
          </StackedRow>
        ))}
      </StackedTable>
      {doing?.what === 'verify' && <VerifyContact contact={doing.contact} onClose={stop} />}
      {doing?.what === 'edit' && <ContactForm contact={doing.contact} onClose={stop} />}
    </>
  )
}

function Verified({ isVerified }: { isVerified: boolean }) {
  const { t } = useTranslation('notifications')
  const Icon = isVerified ? IconCircleCheck : IconClock
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      leftSection={
        <Icon size={14} color={`var(--mantine-color-${isVerified ? 'green' : 'orange'}-filled)`} />
      }
    >
      {t(isVerified ? 'verified' : 'unverified')}
    </Badge>
  )
}
