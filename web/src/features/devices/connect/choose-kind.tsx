import { Button, Stack, Text, TextInput, Title, UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWebConfig } from '../../../session/use-web-config.ts'
import styles from './connect.module.css'
import type { Kind } from './kinds.ts'
import { families, kindOf, kinds } from './kinds.ts'
import { findModels } from './models.ts'
import { TrackerSetup } from './tracker-setup.tsx'

interface ChooseKindProps {
  kind: Kind | undefined
  onChoose(protocol: string): void
  onNext(): void
}

export function ChooseKind({ kind, onChoose, onNext }: ChooseKindProps) {
  const { t } = useTranslation('connect')
  const [words, setWords] = useState('')
  const top = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the instructions of another kind start at the top.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'end' })
  }, [kind])
  return (
    <Stack>
      <div ref={top} />
      {kind && (
        <>
          <TrackerSetup kind={kind} />
          <Button onClick={onNext}>{t('next')}</Button>
        </>
      )}
      <TextInput
        label={t('search.label')}
        placeholder={t('search.placeholder')}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      {words.trim() ? (
        <Models words={words} kind={kind} onChoose={onChoose} />
      ) : (
        <Kinds kind={kind} onChoose={onChoose} />
      )}
    </Stack>
  )
}

type Choice = Pick<ChooseKindProps, 'kind' | 'onChoose'>

function Models({ words, kind, onChoose }: Choice & { words: string }) {
  const { t } = useTranslation('connect')
  const gateway = useWebConfig()?.gateway
  const found = findModels(words)
  if (found.length === 0) {
    return (
      <Text size="sm" role="status">
        {t('search.none', { host: gateway?.host, port: gateway?.port })}
      </Text>
    )
  }
  return (
    <div className={styles.kinds} role="radiogroup" aria-label={t('search.results')}>
      {found.map(({ protocol, brand, model, isReported }) => (
        <Choosable
          key={`${protocol} ${brand} ${model}`}
          name={model ? `${brand} ${model}` : brand}
          hint={isReported ? t('search.reported', { name: kindOf(protocol)!.name }) : kindOf(protocol)!.name}
          isChosen={protocol === kind?.protocol}
          onChoose={() => onChoose(protocol)}
        />
      ))}
    </div>
  )
}

function Kinds({ kind, onChoose }: Choice) {
  const { t } = useTranslation('connect')
  return (
    <Stack gap="xs" role="radiogroup" aria-label={t('kinds')}>
      <Text size="sm" c="dimmed">
        {kind ? t('kindOther') : t('kindHint')}
      </Text>
      {families.map((family) => (
        <Stack key={family} gap="xs">
          <Title order={2} size="h6">
            {t(`families.${family}`)}
          </Title>
          <div className={styles.kinds}>
            {kinds
              .filter((one) => one.family === family)
              .map((one) => (
                <Choosable
                  key={one.protocol}
                  name={one.name}
                  hint={one.models}
                  isChosen={one === kind}
                  onChoose={() => onChoose(one.protocol)}
                />
              ))}
          </div>
        </Stack>
      ))}
    </Stack>
  )
}

interface ChoosableProps {
  name: string
  hint: string
  isChosen: boolean
  onChoose(): void
}

function Choosable({ name, hint, isChosen, onChoose }: ChoosableProps) {
  return (
    <UnstyledButton role="radio" aria-checked={isChosen} className={styles.kind} onClick={onChoose}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      <Text size="xs" c="dimmed">
        {hint}
      </Text>
    </UnstyledButton>
  )
}
