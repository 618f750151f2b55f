import { Button, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './connect.module.css'
import type { Kind } from './kinds.ts'
import { families, kinds } from './kinds.ts'
import { TrackerSetup } from './tracker-setup.tsx'

interface ChooseKindProps {
  kind: Kind | undefined
  onChoose(protocol: string): void
  onNext(): void
}

export function ChooseKind({ kind, onChoose, onNext }: ChooseKindProps) {
  const { t } = useTranslation('connect')
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
                  <UnstyledButton
                    key={one.protocol}
                    role="radio"
                    aria-checked={one === kind}
                    className={styles.kind}
                    onClick={() => onChoose(one.protocol)}
                  >
                    <Text size="sm" fw={600}>
                      {one.name}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {one.models}
                    </Text>
                  </UnstyledButton>
                ))}
            </div>
          </Stack>
        ))}
      </Stack>
    </Stack>
  )
}
