import { Text } from '@mantine/core'
import styles from './share-view.module.css'

interface BrandProps {
  /** Who sends the link; undefined until it is known. */
  name: string | undefined
  logoUrl?: string | undefined
}

/** The first thing a visitor sees: whose page this is. */
export function Brand({ name, logoUrl }: BrandProps) {
  return (
    <div className={styles.brand}>
      {logoUrl && <img src={logoUrl} alt="" height={24} />}
      <Text size="sm" fw={600}>
        {name ?? ' '}
      </Text>
    </div>
  )
}
