const PIECES = 90
const LIFE_MS = 1800
const TOKENS = ['--accent', '--accent-line', '--gold', '--ok', '--ink-3']

type Piece = {
  x: number
  y: number
  vx: number
  vy: number
  angle: number
  spin: number
  color: string
}

function createPiece(width: number, height: number, colors: string[]): Piece {
  return {
    x: width / 2 + (Math.random() - 0.5) * width * 0.3,
    y: height * 0.35,
    vx: (Math.random() - 0.5) * 9,
    vy: -4 - Math.random() * 7,
    angle: Math.random() * Math.PI,
    spin: (Math.random() - 0.5) * 0.3,
    color: colors[Math.floor(Math.random() * colors.length)] ?? '#888888',
  }
}

/** Respects `prefers-reduced-motion`. */
export function celebrate(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const canvas = document.createElement('canvas')
  const canvasContext = canvas.getContext('2d')
  if (!canvasContext) return
  const [width, height] = [innerWidth, innerHeight]
  canvas.width = width
  canvas.height = height
  canvas.className = 'pointer-events-none fixed inset-0 z-toast'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  const style = getComputedStyle(document.documentElement)
  const colors = TOKENS.map((token) => style.getPropertyValue(token).trim())
  const pieces = Array.from({ length: PIECES }, () => createPiece(width, height, colors))
  const start = performance.now()
  const draw = (now: number) => {
    const age = (now - start) / LIFE_MS
    if (age >= 1) return canvas.remove()
    canvasContext.clearRect(0, 0, width, height)
    canvasContext.globalAlpha = Math.min(1, (1 - age) * 2)
    for (const piece of pieces) {
      piece.vy += 0.28
      piece.x += piece.vx
      piece.y += piece.vy
      piece.angle += piece.spin
      canvasContext.save()
      canvasContext.translate(piece.x, piece.y)
      canvasContext.rotate(piece.angle)
      canvasContext.fillStyle = piece.color
      canvasContext.fillRect(-2, -5, 4, 10)
      canvasContext.restore()
    }
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}
