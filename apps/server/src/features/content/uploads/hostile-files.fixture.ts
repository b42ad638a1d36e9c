import { deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** A small valid image. */
export function anImage(format: 'jpeg' | 'png' | 'webp' = 'png', size = 64) {
  const background = { r: 40, g: 90, b: 200 }
  const plain = sharp({ create: { width: size, height: size, channels: 3, background } })
  return plain.toFormat(format).toBuffer()
}

/** A photo as phones take it, with GPS position and author in the metadata. */
export async function aPhotoWithLocation() {
  const gps = {
    GPSLatitudeRef: 'N',
    GPSLatitude: '48/1 51/1 29/1',
    GPSLongitudeRef: 'E',
    GPSLongitude: '2/1 17/1 40/1',
  }
  return await sharp({ create: { width: 80, height: 40, channels: 3, background: '#c03030' } })
    .withExif({ IFD0: { Copyright: 'secret-owner', Artist: 'secret-owner' }, IFD3: gps })
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="secret-owner"/></rdf:RDF></x:xmpmeta>',
    )
    .jpeg()
    .toBuffer()
}

export async function anAnimatedImage(format: 'gif' | 'webp', frames = 3, side = 40) {
  const pixels = Buffer.alloc(side * side * frames * 3)
  for (let frame = 0; frame < frames; frame++) {
    pixels.fill((frame * 70) % 256, frame * side * side * 3, (frame + 1) * side * side * 3)
  }
  const raw = { width: side, height: side * frames, channels: 3, pageHeight: side } as const
  return await sharp(pixels, { raw }).toFormat(format).toBuffer()
}

/** File names that attack the file system, headers or readers. */
export const hostileNames = [
  '../../../../etc/passwd.zip',
  '..\\..\\windows\\system.zip',
  'a"; filename="b.exe.zip',
  'line\r\nset-cookie: a=b.zip',
  'turned\u202Epiz.exe.zip',
  '.zip',
  `${'long'.repeat(200)}.zip`,
  'Übersicht 季度 ملف.zip',
  '%00%2e%2e%2f.zip',
]

function chunk(type: string, data: Buffer) {
  const body = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

function crc32(bytes: Buffer) {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return (crc ^ 0xffffffff) >>> 0
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A PNG whose header claims a size. Its uniform pixels keep the file small. */
export function aPngOf(
  width: number,
  height: number,
  pixels = deflateSync(Buffer.alloc(1024)),
  { depth = 8, color = 0, interlace = 0 } = {},
) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlace], 8)
  return Buffer.concat([
    pngStart,
    chunk('IHDR', header),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Contains all rows that the header claims. */
export function aPixelBomb(side: number) {
  return aPngOf(side, side, deflateSync(Buffer.alloc((side + 1) * side), { level: 9 }))
}

const script = '<script>alert(document.domain)</script>'
const text = (value: string) => Buffer.from(value)

/** Files that are not valid images. Each must be rejected. */
export async function hostileFiles(): Promise<[name: string, bytes: Buffer][]> {
  const png = await anImage('png')
  const jpeg = await anImage('jpeg')
  const webp = await anImage('webp')
  const gif = await anImage('png').then((bytes) => sharp(bytes).gif().toBuffer())
  const tiff = await sharp(png).tiff().toBuffer()
  const avif = await sharp(png).avif({ effort: 0 }).toBuffer()
  return [
    ['empty.png', Buffer.alloc(0)],
    ['one-byte.png', Buffer.from([0x89])],
    ['only-the-magic.png', pngStart],
    ['only-the-magic.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0])],
    ['only-the-magic.webp', text('RIFF\x10\x00\x00\x00WEBPVP8 ')],
    ['script.svg', text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`)],
    ['script-called.png', text(`<?xml version="1.0"?><svg onload="alert(1)"/>`)],
    ['page.html', text(`<!doctype html>${script}`)],
    ['page-called.jpg', text(`<html><body onload=alert(1)>`)],
    ['program.png', text('#!/bin/sh\nrm -rf /\n')],
    ['paper.pdf', text('%PDF-1.7\n1 0 obj<</S/JavaScript/JS(app.alert(1))>>endobj')],
    ['archive.jpg', Buffer.concat([text('PK\x03\x04'), Buffer.alloc(64)])],
    ['bomb.gz', gzipSync(Buffer.alloc(4_000_000))],
    ['animated.gif', gif],
    ['gif-called.png', Buffer.concat([text('GIF89a'), gif.subarray(6)])],
    ['gif-and-script.png', text(`GIF89a/*${script}*/=1;`)],
    ['scan.tiff', tiff],
    ['scan-called.jpg', tiff],
    ['new.avif', avif],
    ['icon.ico', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0])],
    ['bitmap.bmp', Buffer.concat([text('BM'), Buffer.alloc(100)])],
    ['cut-short.png', png.subarray(0, Math.floor(png.length * 0.6))],
    ['cut-short.jpg', jpeg.subarray(0, Math.floor(jpeg.length * 0.5))],
    ['cut-short.webp', webp.subarray(0, Math.floor(webp.length * 0.5))],
    ['no-pixels.png', aPngOf(64, 64, Buffer.alloc(0))],
    ['fewer-rows-than-said.png', aPngOf(3000, 3000)],
    ['no-size.png', aPngOf(0, 0)],
    ['script-behind-the-magic.png', Buffer.concat([pngStart, text(script)])],
    ['script-behind-the-magic.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text(script)])],
    ['script-behind-the-magic.webp', text(`RIFF\x40\x00\x00\x00WEBP${script}`)],
  ]
}
