// A small drawing of each report: what its file looks like.

import type { ReactNode } from 'react'
import styles from './catalogue.module.css'

const bars = [30, 22, 26, 12, 18]
const heat = [1, 3, 2, 0, 4, 2, 1, 2, 4, 3, 1, 0, 3, 4, 0, 1, 2, 3, 4, 2, 1].map((shade, at) => ({
  x: 8 + (at % 7) * 8,
  y: 10 + Math.floor(at / 7) * 10,
  shade,
}))

const drawings: Record<string, ReactNode> = {
  fleetSummary: bars.map((length, row) => (
    <g key={length}>
      <rect x={8} y={8 + row * 8} width={12} height={4} rx={1} className={styles.soft} />
      <rect x={24} y={8 + row * 8} width={length} height={4} rx={1} className={styles.strong} />
    </g>
  )),
  days: heat.map(({ x, y, shade }) => (
    <rect
      key={`${x} ${y}`}
      x={x}
      y={y}
      width={6}
      height={8}
      rx={1}
      className={styles.heat}
      data-shade={shade}
    />
  )),
  trips: (
    <>
      <path d="M12 36C20 20 26 40 34 26S48 10 58 14" className={styles.line} />
      <circle cx={12} cy={36} r={4} className={styles.soft} />
      <circle cx={34} cy={26} r={3} className={styles.soft} />
      <circle cx={58} cy={14} r={4} className={styles.strong} />
    </>
  ),
  stops: (
    <>
      <path d="M8 24H64" className={styles.line} data-soft />
      {[
        [12, 10],
        [28, 20],
        [54, 6],
      ].map(([x, width]) => (
        <rect key={x} x={x} y={18} width={width} height={12} rx={3} className={styles.strong} />
      ))}
    </>
  ),
  visits: (
    <>
      <circle cx={36} cy={24} r={15} className={styles.heat} data-shade={1} />
      <path d="M6 38C16 34 20 30 28 26M44 22C52 18 56 12 66 10" className={styles.line} data-soft />
      <path d="M28 26C32 24 40 24 44 22" className={styles.line} />
      <circle cx={36} cy={24} r={4} className={styles.strong} />
    </>
  ),
  engineHours: [44, 30, 52, 18].map((length, row) => (
    <g key={length}>
      <rect x={10} y={9 + row * 9} width={52} height={5} rx={2} className={styles.heat} data-shade={1} />
      <rect x={10} y={9 + row * 9} width={length} height={5} rx={2} className={styles.strong} />
    </g>
  )),
  driving: (
    <>
      <path d="M16 36A20 20 0 1 1 56 36" className={styles.line} data-soft />
      <path d="M16 36A20 20 0 0 1 42 17" className={styles.line} />
      <path d="M36 34L46 22" className={styles.line} />
      <circle cx={36} cy={34} r={3} className={styles.strong} />
    </>
  ),
  speeding: (
    <>
      <path d="M8 24H64" className={styles.line} data-soft />
      <path d="M8 36C16 36 18 14 26 14S34 36 42 36S48 10 54 10S60 32 64 32" className={styles.line} />
      <circle cx={26} cy={14} r={3} className={styles.alarm} />
      <circle cx={54} cy={10} r={3} className={styles.alarm} />
    </>
  ),
  temperature: (
    <>
      <path d="M8 14H64M8 34H64" className={styles.line} data-soft />
      <path d="M8 26C16 20 20 32 28 26S38 8 44 10S52 28 64 24" className={styles.line} />
      <circle cx={43} cy={10} r={3} className={styles.alarm} />
    </>
  ),
  fuel: (
    <>
      <path d="M8 14L26 32V16L44 28V12L64 24" className={styles.line} />
      <circle cx={26} cy={16} r={3} className={styles.strong} />
      <circle cx={44} cy={12} r={3} className={styles.strong} />
    </>
  ),
  alerts: [8, 14, 6, 22, 10, 16].map((height, at) => (
    <rect
      key={height}
      x={10 + at * 9}
      y={38 - height}
      width={6}
      height={height}
      rx={1}
      className={height > 20 ? styles.alarm : styles.soft}
    />
  )),
  maintenance: (
    <>
      <path d="M12 14H48M12 24H60M12 34H38" className={styles.line} data-soft />
      <path d="M12 14H34M12 24H58M12 34H18" className={styles.line} />
    </>
  ),
  dataQuality: (
    <>
      <path d="M16 34A20 20 0 0 1 56 34" className={styles.line} data-soft />
      <path d="M16 34A20 20 0 0 1 50 20" className={styles.line} />
      <path d="M31 30l4 4 8-9" className={styles.line} />
    </>
  ),
}

const table = [0, 1, 2, 3].map((row) => (
  <path key={row} d={`M10 ${12 + row * 8}H62`} className={styles.line} data-soft />
))

export function ReportPicture({ report }: { report: string }) {
  return (
    <svg viewBox="0 0 72 48" className={styles.picture} aria-hidden="true" focusable="false">
      {drawings[report] ?? table}
    </svg>
  )
}
