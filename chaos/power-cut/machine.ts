// A machine that can lose its power: QEMU without hardware virtualisation, because kill -9 of it is a power cut to
// the kernel inside, including its page cache.

import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Random } from '../../simulator/src/random.ts'
import type { Disk } from './disk.ts'
import { blockBytes } from './disk.ts'

export interface MachineOptions {
  kernel: string
  initramfs: string
  /** Read only. */
  clients: string
  disk: Disk
  /** From a port of 127.0.0.1 to one of the guest. */
  ports: Record<number, number>
  /** Output of the kernel and of the services. */
  logs: { kernel: string; services: string }
}

export interface Machine {
  powerOn(): Promise<void>
  /** Also false if QEMU exited by itself. */
  isOn(): boolean
  powerCut(random: Random): Promise<void>
}

const memoryMb = 1_024

export function createMachine(options: MachineOptions): Machine {
  let running: ChildProcess | undefined
  const isOn = () => running?.exitCode === null && running.signalCode === null

  return {
    async powerOn() {
      // The kernel kills it when this process ends, for whatever reason.
      const leash = ['--pdeathsig', 'KILL', 'qemu-system-x86_64']
      const child = spawn('setpriv', [...leash, ...argumentsOf(options)], {
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      await once(child, 'spawn')
      running = child
    },
    isOn,
    async powerCut(random) {
      const ending = running
      if (ending && isOn()) {
        ending.kill('SIGKILL')
        await once(ending, 'exit')
      }
      running = undefined
      await options.disk.cut(random)
    },
  }
}

function argumentsOf({ kernel, initramfs, clients, disk, ports, logs }: MachineOptions): string[] {
  const forwards = Object.entries(ports).map(([here, there]) => `hostfwd=tcp:127.0.0.1:${here}-:${there}`)
  const sectors = `logical_block_size=${blockBytes},physical_block_size=${blockBytes}`
  return [
    ['-accel', 'tcg'],
    ['-machine', 'pc', '-m', `${memoryMb}`, '-smp', '1'],
    ['-nodefaults', '-no-user-config', '-no-reboot', '-display', 'none'],
    ['-kernel', kernel, '-initrd', initramfs],
    // Kernel hardening would cost a fifth of an emulated processor, and is not needed here.
    ['-append', 'console=ttyS0 quiet panic=-1 mitigations=off'],
    ['-drive', `id=programs,if=none,format=raw,readonly=on,file=${clients}`],
    ['-device', 'virtio-blk-pci,drive=programs'],
    // The guest sees a write cache and flushes it (writeback); each flush reaches the disk.
    ['-drive', `id=disk,if=none,format=raw,cache=writeback,file=nbd+unix:///?socket=${disk.socketPath}`],
    ['-device', `virtio-blk-pci,drive=disk,${sectors}`],
    // No outgoing connections from the guest, only incoming ones from this machine.
    ['-netdev', `user,id=net,restrict=on,${forwards.join(',')}`],
    ['-device', 'virtio-net-pci,netdev=net,romfile='],
    ['-chardev', `file,id=kernel,append=on,path=${logs.kernel}`, '-serial', 'chardev:kernel'],
    ['-chardev', `file,id=services,append=on,path=${logs.services}`, '-serial', 'chardev:services'],
  ].flat()
}
