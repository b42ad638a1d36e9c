import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Nginx, startNginx, temporaryPaths } from '../../scripts/services/nginx.ts'

/** Serves one precompressed file for every URL. */
export function startStaticNginx(gzipped: Buffer, plain: Buffer): Promise<Nginx> {
  return startNginx(({ port, folder }) => {
    writeFileSync(join(folder, 'page.html.gz'), gzipped)
    writeFileSync(join(folder, 'page.html'), plain)
    return `
worker_processes 2;
events { worker_connections 1024; }
http {
  ${temporaryPaths(folder)}
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
  })
}
