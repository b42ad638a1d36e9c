import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/services/ports.ts'
import type { Server } from '../program.ts'

/** An nginx of our own that serves one file, compressed beforehand, at every address. */
export async function startNginx(gzipped: Buffer, plain: Buffer): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'stoa-bench-nginx-'))
  const port = await freePort()
  writeFileSync(join(folder, 'page.html.gz'), gzipped)
  writeFileSync(join(folder, 'page.html'), plain)
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port))
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child.on('error', (error) => {
    throw new Error('nginx is missing: apt-get install nginx-light', { cause: error })
  })
  const closed = once(child, 'close')
  await reachable(port)
  return {
    origin: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      child.kill('SIGTERM')
      await closed
    },
  }
}

const configuration = (folder: string, port: number) => `
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
worker_processes 2;
${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  keepalive_requests 1000000;
  types { text/html html; }
  open_file_cache max=10;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    gzip_static on;
    location / { rewrite ^ /page.html break; }
  }
}
`

async function reachable(port: number) {
  for (let tries = 0; tries < 100; tries++) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not start')
}
