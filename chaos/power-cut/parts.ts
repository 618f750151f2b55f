// The parts of the machine: Debian's kernel and busybox, downloaded once by their package names and never installed.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

export interface Parts {
  kernel: string
  /** Statically linked. */
  busybox: string
  /** In the order in which they are loaded. */
  modules: string[]
}

const run = promisify(execFile)
/** For virtual machines: small, and with ext4 built in. */
const kernelPackage = 'linux-image-cloud-amd64'
const modules = [
  'drivers/virtio/virtio',
  'drivers/virtio/virtio_ring',
  'drivers/virtio/virtio_pci_modern_dev',
  'drivers/virtio/virtio_pci_legacy_dev',
  'drivers/virtio/virtio_pci',
  'drivers/block/virtio_blk',
  'net/core/failover',
  'drivers/net/net_failover',
  'drivers/net/virtio_net',
]

export async function getParts(log: (line: string) => void): Promise<Parts> {
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'rastro', 'power-cut')
  const tree = join(cache, 'parts')
  if (!existsSync(tree)) {
    log(`fetching ${kernelPackage} and busybox-static with apt`)
    await fetchInto(cache, tree)
  }
  const boot = readdirSync(join(tree, 'boot')).find((name) => name.startsWith('vmlinuz-'))!
  const version = boot.slice('vmlinuz-'.length)
  return {
    kernel: join(tree, 'boot', boot),
    busybox: join(tree, 'bin/busybox'),
    modules: modules.map((name) => join(tree, 'lib/modules', version, 'kernel', `${name}.ko`)),
  }
}

/** The tree gets its name last, so an incomplete one is never used. */
async function fetchInto(cache: string, tree: string): Promise<void> {
  mkdirSync(cache, { recursive: true })
  const draft = mkdtempSync(join(cache, 'fetching-'))
  try {
    const { stdout } = await run('apt-cache', ['depends', kernelPackage])
    const kernel = /Depends: (linux-image-\S+)/.exec(stdout)?.[1]
    if (!kernel) throw new Error(`apt knows no ${kernelPackage}. Run: apt-get update`)
    await run('apt-get', ['download', kernel, 'busybox-static'], { cwd: draft })
    const packages = readdirSync(draft).filter((name) => name.endsWith('.deb'))
    const extracted = join(draft, 'tree')
    for (const name of packages) await run('dpkg-deb', ['--extract', join(draft, name), extracted])
    renameSync(extracted, tree)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}
