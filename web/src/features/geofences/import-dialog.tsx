// Imports geofences from a file: its features, which of them can be used, and the result of each.

import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialog.tsx'
import { inBackground } from '../../ui/in-background.ts'
import styles from './geofences.module.css'
import { ImportList } from './import-list.tsx'
import { NumberField } from './number-field.tsx'
import type { Candidate } from './read-features.ts'
import { readFeatures, readGeoJson } from './read-features.ts'
import { useImport } from './use-import.ts'
import { useLengths } from './use-lengths.ts'

const defaultRadiusM = 100
const largestRadiusM = 5_000_000

export function ImportDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('geofences')
  const lengths = useLengths()
  const { outcomes, isRunning, run, clear } = useImport()
  const [file, setFile] = useState<{ name: string; candidates: Candidate[] }>()
  const [isUnreadable, setUnreadable] = useState(false)
  const [isOver, setOver] = useState(false)
  const [radiusM, setRadiusM] = useState(defaultRadiusM)

  const take = async (chosen: File | null | undefined) => {
    if (!chosen || isRunning) return
    clear()
    try {
      const read = await readFile(chosen)
      const candidates = read.map((one, index) =>
        one.name ? one : { ...one, name: t('import.unnamed', { file: chosen.name, number: index + 1 }) },
      )
      setFile({ name: chosen.name, candidates })
      setUnreadable(false)
    } catch {
      setFile(undefined)
      setUnreadable(true)
    }
  }
  const candidates = file?.candidates ?? []
  const usable = candidates.flatMap((candidate, index) => {
    if (!candidate.shape) return []
    const { geometry, radiusM: own } = candidate.shape
    const isRound = geometry.type === 'Point' || geometry.type === 'LineString'
    return [{ index, candidate, shape: { geometry, radiusM: isRound ? (own ?? radiusM) : null } }]
  })
  const waiting = usable.filter(({ index }) => !outcomes.get(index)?.isMade)
  const made = usable.length - waiting.length
  const needsRadius = usable.some(
    ({ candidate, shape }) => shape.radiusM !== null && candidate.shape?.radiusM === null,
  )

  return (
    <Dialog size="lg" onClose={onClose} closeOnClickOutside={!isRunning} title={t('import.title')}>
      <Stack gap="md">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same. */}
        <div
          className={styles.drop}
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            inBackground(take(event.dataTransfer.files[0]))
          }}
        >
          <Text size="sm" mb="xs">
            {t('import.hint')}
          </Text>
          <FileButton
            onChange={(chosen) => {
              inBackground(take(chosen))
            }}
            accept=".geojson,.json,.kml,application/geo+json"
          >
            {(props) => (
              <Button {...props} size="xs" variant="default" leftSection={<IconFileUpload size={16} />}>
                {t('import.choose')}
              </Button>
            )}
          </FileButton>
        </div>
        {isUnreadable && (
          <Text size="sm" c="red" role="alert">
            {t('import.unreadable')}
          </Text>
        )}
        {file && (
          <>
            <Text size="sm" role="status">
              {t('import.found', { file: file.name, count: candidates.length, usable: usable.length })}
            </Text>
            {needsRadius && (
              <NumberField
                label={t('import.radius')}
                description={t('import.radiusHint')}
                suffix={` ${lengths.mark}`}
                decimalScale={lengths.digits}
                decimalSeparator={lengths.separator}
                min={lengths.shown(1)}
                max={lengths.shown(largestRadiusM)}
                value={lengths.shown(radiusM)}
                onTake={(value) => setRadiusM(lengths.metres(value))}
              />
            )}
            <ImportList candidates={candidates} outcomes={outcomes} />
            {(isRunning || outcomes.size > 0) && (
              <div role="status">
                <Progress.Root>
                  <Progress.Section
                    value={(100 * outcomes.size) / Math.max(1, usable.length)}
                    aria-label={t('import.progress')}
                  />
                </Progress.Root>
                <Text size="sm" mt={4}>
                  {t('import.made', { count: made, all: usable.length })}
                </Text>
              </div>
            )}
          </>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isRunning}>
            {t('ui:close')}
          </Button>
          {waiting.length > 0 && (
            <Button
              loading={isRunning}
              onClick={() => {
                inBackground(run(waiting))
              }}
            >
              {t('import.create', { count: waiting.length })}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The KML parser is loaded on demand. Throws if the file is neither GeoJSON nor KML. */
async function readFile(file: File): Promise<Candidate[]> {
  const text = await file.text()
  if (!/^\s*</.test(text)) return readGeoJson(text)
  const { kml } = await import('@tmcw/togeojson')
  const document = new DOMParser().parseFromString(text, 'text/xml')
  if (document.querySelector('parsererror') || !document.querySelector('kml')) throw new SyntaxError('no KML')
  return readFeatures(kml(document))
}
