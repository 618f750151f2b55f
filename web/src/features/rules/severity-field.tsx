import { Center, Input, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Severity } from '../../ui/severity.tsx'
import { SeverityIcon, severities } from '../../ui/severity.tsx'

interface SeverityFieldProps {
  severity: Severity
  onChange(severity: Severity): void
}

export function SeverityField({ severity, onChange }: SeverityFieldProps) {
  const { t } = useTranslation('alerts')
  return (
    <Input.Wrapper label={t('severity.label')} description={t('rules:severityHint')} labelElement="div">
      <SegmentedControl
        fullWidth
        size="xs"
        mt={4}
        aria-label={t('severity.label')}
        value={severity}
        data={[...severities].reverse().map((value) => ({
          value,
          label: (
            <Center style={{ gap: 6 }}>
              <SeverityIcon severity={value} size={15} />
              {t(`severity.${value}`)}
            </Center>
          ),
        }))}
        onChange={(value) => onChange(value as Severity)}
      />
    </Input.Wrapper>
  )
}
