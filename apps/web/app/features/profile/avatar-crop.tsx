import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslate } from '../../kernel/visit-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RangeInput } from '../../ui/range-input.tsx'
import { type CropArea, mostZoom, moved, wholeArea, zoomed } from './crop-area.ts'

/** As large as a picture is ever shown, and a little more. */
const pixels = 512

type AvatarCropProps = {
  file: File
  onCancel: () => void
  /** Null when the file is no picture this browser can read. */
  onDone: (part: Blob | null) => void | Promise<void>
}

/** Lets a person choose the square of a picture that is shown; only that part leaves the browser. */
export function AvatarCrop({ file, onCancel, onDone }: AvatarCropProps) {
  const t = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = usePicture(file, () => void onDone(null))
  const [area, setArea] = useState<CropArea | null>(null)
  const [isSending, setSending] = useState(false)
  const shown = area ?? (picture && wholeArea(picture))

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || picture === null || shown === null) return
    context.clearRect(0, 0, pixels, pixels)
    context.drawImage(picture, shown.x, shown.y, shown.side, shown.side, 0, 0, pixels, pixels)
  })

  const move = (x: number, y: number) => {
    if (picture !== null && shown !== null) setArea(moved(shown, picture, { x, y }))
  }
  const use = () => {
    setSending(true)
    canvas.current?.toBlob((part) => void onDone(part), 'image/webp', 0.92)
  }
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={t('crop.title')}
      description={t('crop.text')}
      closeLabel={t('dialog.close')}
      footer={
        <Button variant="primary" loading={isSending} disabled={picture === null} onClick={use}>
          {t('crop.use')}
        </Button>
      }
    >
      <canvas
        ref={canvas}
        width={pixels}
        height={pixels}
        tabIndex={0}
        role="img"
        aria-label={t('crop.area')}
        className="mx-auto aspect-square w-full max-w-72 cursor-move touch-none rounded-full bg-wash-2"
        onKeyDown={(event) => moveByKey(event, (shown?.side ?? 0) / 20, move)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => moveByPointer(event, shown?.side ?? 0, move)}
      />
      <label className="grid gap-1 text-md">
        {t('crop.zoom')}
        <RangeInput
          min={1}
          max={mostZoom}
          step={0.05}
          defaultValue={1}
          onChange={(event) => {
            if (picture === null || shown === null) return
            setArea(zoomed(shown, picture, Number(event.currentTarget.value)))
          }}
        />
      </label>
    </Dialog>
  )
}

type Move = (x: number, y: number) => void

const directions: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

function moveByKey(event: KeyboardEvent, step: number, move: Move) {
  const direction = directions[event.key]
  if (direction === undefined) return
  event.preventDefault()
  move(direction[0] * step, direction[1] * step)
}

/** Dragging moves the picture, so the square goes the other way. */
function moveByPointer(event: PointerEvent<HTMLCanvasElement>, side: number, move: Move) {
  if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
  const scale = side / event.currentTarget.clientWidth
  move(-event.movementX * scale, -event.movementY * scale)
}

function usePicture(file: File, onUnreadable: () => void): ImageBitmap | null {
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const report = useRef(onUnreadable)
  useEffect(() => {
    let isOver = false
    createImageBitmap(file).then(
      (bitmap) => (isOver ? bitmap.close() : setPicture(bitmap)),
      () => isOver || report.current(),
    )
    return () => {
      isOver = true
    }
  }, [file])
  return picture
}
