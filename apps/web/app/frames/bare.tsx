import { Outlet } from 'react-router'
import type { FrameInfo } from '../features/site/frame-info.ts'
import { HiddenCustomSlot } from '../kernel/custom-markup.tsx'

export default function BareFrame() {
  return (
    <>
      <Outlet context={{ hasNavigation: false } satisfies FrameInfo} />
      <HiddenCustomSlot name="header" />
      <HiddenCustomSlot name="footer" />
      <HiddenCustomSlot name="sidebar" />
    </>
  )
}
