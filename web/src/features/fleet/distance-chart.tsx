// The distance of each day as a bar, and of the same weekday four weeks before as a line. The table below has the same
// numbers for the keyboard.

import 'uplot/dist/uPlot.min.css'
import { useComputedColorScheme } from '@mantine/core'
import type { Dashboard } from '@rastro/client'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import uPlot from 'uplot'
import { usePreferences } from '../../session/preferences.ts'
import { distances, useFormat } from '../../ui/use-format.ts'
import styles from './fleet.module.css'

const heightPx = 220
const axisPx = 28
const looks = {
  light: { bar: '#1c5fc4', before: '#b35c00', text: '#4d5562', grid: '#e6e9ee' },
  dark: { bar: '#6ea8fe', before: '#ffb05c', text: '#aab2bd', grid: '#28303a' },
}

interface DistanceChartProps {
  days: Dashboard['days']
  onOpen(day: string): void
}

export function DistanceChart({ days, onOpen }: DistanceChartProps) {
  const { t } = useTranslation('fleet')
  const format = useFormat()
  const look = looks[useComputedColorScheme('light')]
  const { perM } = distances[usePreferences().units]
  const box = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()
  const shown = pointed === undefined ? undefined : days[pointed]

  useEffect(() => {
    const element = box.current
    if (!element) return
    const { fontFamily } = getComputedStyle(element)
    const axis = {
      font: `11px ${fontFamily}`,
      stroke: look.text,
      grid: { stroke: look.grid, width: 1 },
      ticks: { show: false },
    }
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: heightPx,
        padding: [10, 8, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
        scales: {
          x: { time: false, range: [-0.6, days.length - 0.4] },
          y: { range: (_, __, high) => [0, Math.max(high * 1.1, 1)] },
        },
        axes: [
          {
            ...axis,
            size: axisPx,
            space: 90,
            incrs: [1, 2, 7, 14],
            grid: { show: false },
            values: (_, splits) =>
              splits.map((index) => (days[index] ? format.weekday(days[index].day) : '')),
          },
          {
            ...axis,
            size: 52,
            space: 36,
            values: (_, splits) => splits.map((value) => format.number(value)),
          },
        ],
        series: [
          {},
          {
            stroke: look.bar,
            fill: look.bar,
            width: 0,
            points: { show: false },
            paths: uPlot.paths.bars!({ size: [0.66, 36], radius: 0.12 }),
          },
          { stroke: look.before, width: 2, points: { show: true, size: 5, fill: look.before, width: 0 } },
        ],
        hooks: { setCursor: [({ cursor }) => setPointed(cursor.idx ?? undefined)] },
      },
      [
        days.map((_, index) => index),
        days.map(({ distance }) => distance * perM),
        days.map(({ previousDistance }) => previousDistance * perM),
      ],
      element,
    )
    plot.over.addEventListener('click', () => {
      const day = days[plot.cursor.idx ?? -1]
      if (day) onOpen(day.day)
    })
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: heightPx }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
      setPointed(undefined)
    }
  }, [days, perM, look, format, onOpen])

  return (
    <figure className={styles.chart} aria-label={t('distance.chart')}>
      <figcaption className={styles.legend}>
        <span>
          <i style={{ background: look.bar }} /> {shown ? format.weekday(shown.day) : t('distance.these')}{' '}
          {shown && <b>{format.distance(shown.distance)}</b>}
        </span>
        <span>
          <i style={{ background: look.before }} />{' '}
          {shown ? format.weekday(shown.previousDay) : t('distance.before')}{' '}
          {shown && <b>{format.distance(shown.previousDistance)}</b>}
        </span>
      </figcaption>
      <div ref={box} aria-hidden className={styles.plot} style={{ height: heightPx }} />
    </figure>
  )
}
