const PIECES = 90
const LIFE_MS = 1800
const TOKENS = ['--accent', '--accent-line', '--gold', '--ok', '--ink-3']

type Piece = {
  x: number
  y: number
  vx: number
  vy: number
  turn: number
  spin: number
  colour: string
}

function aPiece(width: number, height: number, colours: string[]): Piece {
  return {
    x: width / 2 + (Math.random() - 0.5) * width * 0.3,
    y: height * 0.35,
    vx: (Math.random() - 0.5) * 9,
    vy: -4 - Math.random() * 7,
    turn: Math.random() * Math.PI,
    spin: (Math.random() - 0.5) * 0.3,
    colour: colours[Math.floor(Math.random() * colours.length)] ?? '#888888',
  }
}

/** A short burst over the page. People who asked for less motion get none. */
export function celebrate(): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const canvas = document.createElement('canvas')
  const brush = canvas.getContext('2d')
  if (!brush) return
  const [width, height] = [innerWidth, innerHeight]
  canvas.width = width
  canvas.height = height
  canvas.className = 'pointer-events-none fixed inset-0 z-toast'
  canvas.setAttribute('aria-hidden', 'true')
  document.body.append(canvas)
  const style = getComputedStyle(document.documentElement)
  const colours = TOKENS.map((token) => style.getPropertyValue(token).trim())
  const pieces = Array.from({ length: PIECES }, () => aPiece(width, height, colours))
  const start = performance.now()
  const draw = (now: number) => {
    const age = (now - start) / LIFE_MS
    if (age >= 1) return canvas.remove()
    brush.clearRect(0, 0, width, height)
    brush.globalAlpha = Math.min(1, (1 - age) * 2)
    for (const piece of pieces) {
      piece.vy += 0.28
      piece.x += piece.vx
      piece.y += piece.vy
      piece.turn += piece.spin
      brush.save()
      brush.translate(piece.x, piece.y)
      brush.rotate(piece.turn)
      brush.fillStyle = piece.colour
      brush.fillRect(-2, -5, 4, 10)
      brush.restore()
    }
    requestAnimationFrame(draw)
  }
  requestAnimationFrame(draw)
}
