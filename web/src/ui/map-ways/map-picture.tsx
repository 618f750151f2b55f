// Who loads streets from where, as a drawing: the browser on the left, servers on the right.

import styles from './map-ways.module.css'

export function MapPicture({ way }: { way: 'own' | 'provider' }) {
  return (
    <svg className={styles.picture} viewBox="0 0 240 112" aria-hidden>
      <Browser />
      {way === 'own' ? (
        <>
          <path className={styles.road} d="M112 56H166" />
          <Server y={34} hasStreets />
        </>
      ) : (
        <>
          <path className={styles.path} d="M112 40H166" />
          <Server y={4} />
          <path className={styles.away} d="M112 72C134 72 140 86 166 86" />
          <Cloud />
        </>
      )}
    </svg>
  )
}

/** Streets with two vehicles. */
function Browser() {
  return (
    <>
      <rect className={styles.frame} x={6} y={10} width={106} height={92} rx={6} />
      <path className={styles.edge} d="M6 24H112" />
      <path className={styles.road} d="M7 54H111M40 25V101M84 25V101M7 92L60 54L111 30" />
      <circle className={styles.vehicle} cx={40} cy={54} r={5} />
      <circle className={styles.vehicle} cx={84} cy={78} r={5} />
    </>
  )
}

function Server({ y, hasStreets = false }: { y: number; hasStreets?: boolean }) {
  return (
    <>
      <rect className={styles.frame} x={168} y={y} width={64} height={44} rx={5} />
      {hasStreets ? (
        <path
          className={styles.road}
          d={`M169 ${y + 22}H231M186 ${y + 1}V${y + 43}M214 ${y + 1}V${y + 43}`}
        />
      ) : (
        <path className={styles.edge} d={`M168 ${y + 15}H232M168 ${y + 29}H232`} />
      )}
    </>
  )
}

function Cloud() {
  return (
    <>
      <path
        className={styles.frame}
        d="M182 104A14 14 0 0 1 184 76A17 17 0 0 1 216 72A16 16 0 0 1 220 104Z"
      />
      <path className={styles.road} d="M176 90H228M194 76V103M210 76V103" />
    </>
  )
}
