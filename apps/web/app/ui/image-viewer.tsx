import { ChevronLeft, ChevronRight, ExternalLink, X, ZoomIn, ZoomOut } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { useRef, useState, type KeyboardEvent } from 'react'
import { DialogBackdrop } from './dialog.tsx'
import { IconButton, IconButtonLink } from './icon-button.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import './image-viewer.css'

export type ViewedImage = { src: string; alt: string }

type ImageViewerProps = {
  images: readonly ViewedImage[]
  /** Index of the image that is shown first. */
  first: number
  onClose: () => void
  labels: Record<
    'title' | 'close' | 'previous' | 'next' | 'zoomIn' | 'zoomOut' | 'original',
    string
  >
  positionText: (current: number, count: number) => string
}

const ZOOMS = [1, 1.5, 2, 3, 4] as const

/** A full-screen dialog for the images of a text. Arrows browse, plus and minus zoom. */
export function ImageViewer(props: ImageViewerProps) {
  const { images, first, onClose, labels, positionText } = props
  const focusReturn = useFocusReturn()
  const imageRef = useRef<HTMLImageElement>(null)
  const [index, setIndex] = useState(first)
  const { step, size, zoom, resetZoom } = useZoom(imageRef)
  const image = images[index]
  if (image === undefined) return null

  function browse(by: number) {
    if (images[index + by] === undefined) return
    setIndex(index + by)
    resetZoom()
  }

  function handleKey(event: KeyboardEvent) {
    const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const actions: Record<string, () => void> = {
      ArrowLeft: () => browse(-forward),
      ArrowRight: () => browse(forward),
      '+': () => zoom(1),
      '=': () => zoom(1),
      '-': () => zoom(-1),
      '0': resetZoom,
    }
    const action = actions[event.key]
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }

  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <DialogBackdrop />
        <Radix.Content
          {...focusReturn}
          aria-describedby={undefined}
          onKeyDown={handleKey}
          className="viewer"
        >
          <div className="viewer-bar">
            <Radix.Title className="sr-only">{labels.title}</Radix.Title>
            <p role="status">{images.length > 1 && positionText(index + 1, images.length)}</p>
            <IconButton
              label={labels.zoomOut}
              disabled={step === 0}
              onClick={() => zoom(-1)}
              icon={<ZoomOut className="icon" aria-hidden="true" />}
            />
            <IconButton
              label={labels.zoomIn}
              disabled={step === ZOOMS.length - 1}
              onClick={() => zoom(1)}
              icon={<ZoomIn className="icon" aria-hidden="true" />}
            />
            <IconButtonLink
              href={image.src}
              target="_blank"
              rel="noopener"
              label={labels.original}
              icon={<ExternalLink className="icon" aria-hidden="true" />}
            />
            <Radix.Close asChild>
              <IconButton label={labels.close} icon={<X className="icon" aria-hidden="true" />} />
            </Radix.Close>
          </div>
          {/* Scrollable when zoomed, so it must be focusable by keyboard. */}
          <div tabIndex={step === 0 ? undefined : 0} className="viewer-stage">
            <img
              key={image.src}
              ref={imageRef}
              src={image.src}
              alt={image.alt}
              style={size}
              data-zoomed={step === 0 ? undefined : ''}
            />
          </div>
          <p className="viewer-text">{image.alt}</p>
          {images.length > 1 && (
            <>
              <IconButton
                label={labels.previous}
                disabled={index === 0}
                onClick={() => browse(-1)}
                data-side="start"
                className="viewer-browse"
                icon={<ChevronLeft className="icon rtl:-scale-x-100" aria-hidden="true" />}
              />
              <IconButton
                label={labels.next}
                disabled={index === images.length - 1}
                onClick={() => browse(1)}
                data-side="end"
                className="viewer-browse"
                icon={<ChevronRight className="icon rtl:-scale-x-100" aria-hidden="true" />}
              />
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Zooms relative to the size at which the image fits the screen. */
function useZoom(image: { current: HTMLImageElement | null }) {
  const [{ step, width }, setZoom] = useState({ step: 0, width: 0 })

  function zoom(by: number) {
    const next = Math.min(Math.max(step + by, 0), ZOOMS.length - 1)
    const fitted = image.current?.getBoundingClientRect().width ?? 0
    setZoom({ step: next, width: step === 0 ? fitted : width })
  }

  const size = step === 0 ? undefined : { width: width * (ZOOMS[step] ?? 1) }
  return { step, size, zoom, resetZoom: () => setZoom({ step: 0, width: 0 }) }
}
