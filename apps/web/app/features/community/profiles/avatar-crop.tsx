import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslate } from '../../../kernel/visit-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { RangeInput } from '../../../ui/range-input.tsx'
import { type CropArea, maxZoom, moveArea, toInitialArea, zoomArea } from './crop-area.ts'

/** A little larger than an avatar is ever shown. */
const sizePixels = 512

type AvatarCropProps = {
  file: File
  onCancel: () => void
  /** Called with null if the browser cannot read the file. */
  onDone: (blob: Blob | null) => void | Promise<void>
}

/** Crops an avatar in the browser; only the cropped part is uploaded. */
export function AvatarCrop({ file, onCancel, onDone }: AvatarCropProps) {
  const t = useTranslate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const image = useImage(file, () => void onDone(null))
  const [area, setArea] = useState<CropArea | null>(null)
  const [isSending, setSending] = useState(false)
  const currentArea = area ?? (image && toInitialArea(image))

  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || image === null || currentArea === null) return
    context.clearRect(0, 0, sizePixels, sizePixels)
    context.drawImage(
      image,
      currentArea.x,
      currentArea.y,
      currentArea.side,
      currentArea.side,
      0,
      0,
      sizePixels,
      sizePixels,
    )
  })

  const move = (x: number, y: number) => {
    if (image !== null && currentArea !== null) setArea(moveArea(currentArea, image, { x, y }))
  }
  const confirm = () => {
    setSending(true)
    canvas.current?.toBlob((blob) => void onDone(blob), 'image/webp', 0.92)
  }
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={t('crop.title')}
      description={t('crop.text')}
      closeLabel={t('dialog.close')}
      footer={
        <Button variant="primary" loading={isSending} disabled={image === null} onClick={confirm}>
          {t('crop.use')}
        </Button>
      }
    >
      <canvas
        ref={canvas}
        width={sizePixels}
        height={sizePixels}
        tabIndex={0}
        role="img"
        aria-label={t('crop.area')}
        className="mx-auto aspect-square w-full max-w-72 cursor-move touch-none rounded-full bg-wash-2"
        onKeyDown={(event) => moveByKey(event, (currentArea?.side ?? 0) / 20, move)}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={(event) => moveByPointer(event, currentArea?.side ?? 0, move)}
      />
      <label className="grid gap-1 text-md">
        {t('crop.zoom')}
        <RangeInput
          min={1}
          max={maxZoom}
          step={0.05}
          defaultValue={1}
          onChange={(event) => {
            if (image === null || currentArea === null) return
            setArea(zoomArea(currentArea, image, Number(event.currentTarget.value)))
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

/** Dragging moves the image, so the crop area moves the other way. */
function moveByPointer(event: PointerEvent<HTMLCanvasElement>, side: number, move: Move) {
  if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
  const scale = side / event.currentTarget.clientWidth
  move(-event.movementX * scale, -event.movementY * scale)
}

function useImage(file: File, onUnreadable: () => void): ImageBitmap | null {
  const [image, setImage] = useState<ImageBitmap | null>(null)
  const onUnreadableRef = useRef(onUnreadable)
  useEffect(() => {
    let isUnmounted = false
    createImageBitmap(file).then(
      (bitmap) => (isUnmounted ? bitmap.close() : setImage(bitmap)),
      () => isUnmounted || onUnreadableRef.current(),
    )
    return () => {
      isUnmounted = true
    }
  }, [file])
  return image
}
