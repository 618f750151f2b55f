// The files that QEMU boots from: the initramfs, the services' programs (read only), and the disk with their data.

import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { getNatsServer } from '../../scripts/services/binaries.ts'
import type { Parts } from './parts.ts'

const run = promisify(execFile)
const initFile = join(import.meta.dirname, 'init')
const programsMb = 512
/** Sparse: it takes only the space that was written. */
const diskMb = 8_192

/** `services` are the files below /services in the guest, by name; init runs `start`. */
export async function makeInitramfs(
  dir: string,
  parts: Parts,
  services: Record<string, string>,
): Promise<string> {
  const tree = `${dir}.tree`
  for (const name of ['bin', 'dev', 'proc', 'sys', 'modules', 'services', 'machine']) {
    mkdirSync(join(tree, name), { recursive: true })
  }
  copyFileSync(parts.busybox, join(tree, 'bin/busybox'))
  copyFileSync(initFile, join(tree, 'init'))
  for (const file of ['bin/busybox', 'init']) chmodSync(join(tree, file), 0o755)
  for (const [index, file] of parts.modules.entries()) {
    copyFileSync(file, join(tree, 'modules', `${10 + index}-${basename(file)}`))
  }
  for (const [name, text] of Object.entries(services)) writeFileSync(join(tree, 'services', name), text)
  const image = `${dir}.cpio`
  const pack = `cd "$1" && "$2" find . | "$2" cpio -o -H newc > "$3"`
  await run('sh', ['-c', pack, 'sh', tree, parts.busybox, image])
  return image
}

/** A root directory with PostgreSQL, NATS and the libraries they need, copied from this machine. */
export async function makePrograms(dir: string, bin: string, major: number): Promise<string> {
  const tree = join(dir, 'programs')
  for (const name of ['data', 'dev', 'proc', 'run', 'tmp', 'var/lib']) {
    mkdirSync(join(tree, name), { recursive: true })
  }
  // Where deploy/nats/nats.conf stores the streams.
  symlinkSync('/data/nats', join(tree, 'var/lib/nats'))
  const library = join(bin, '../lib')
  const modules = readdirSync(library)
    .filter((name) => name.endsWith('.so') && !/llvm|raster|sfcgal|topology/.test(name))
    .map((name) => join(library, name))
  const clients = [join(bin, 'postgres'), getNatsServer(), '/usr/bin/setpriv']
  const files = [...clients, ...modules, '/etc/passwd', '/etc/group', '/etc/nsswitch.conf']
  const directories = [
    `/usr/share/postgresql/${major}`,
    '/usr/share/zoneinfo',
    '/usr/share/proj',
    '/usr/lib/locale/C.utf8',
  ]
  for (const file of new Set([...files, ...(await librariesOf([...clients, ...modules]))])) {
    mkdirSync(join(tree, dirname(file)), { recursive: true })
    copyFileSync(file, join(tree, file))
  }
  for (const directory of directories) {
    mkdirSync(join(tree, dirname(directory)), { recursive: true })
    await run('cp', ['-a', directory, join(tree, directory)])
  }
  return makeExt4(join(dir, 'programs.img'), tree, programsMb)
}

/** A disk with a copy of this directory. */
export function makeDisk(file: string, tree: string): Promise<string> {
  return makeExt4(file, tree, diskMb)
}

async function makeExt4(image: string, tree: string, sizeMb: number): Promise<string> {
  await run('/usr/sbin/mkfs.ext4', ['-q', '-F', '-d', tree, image, `${sizeMb}M`])
  return image
}

async function librariesOf(files: string[]): Promise<string[]> {
  const { stdout } = await run('ldd', files, { maxBuffer: 16_777_216 }).catch((error) => error)
  return (stdout as string).match(/(?<=\s)\/\S+(?= \(0x)/g) ?? []
}
