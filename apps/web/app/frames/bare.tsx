import { Outlet } from 'react-router'
import type { FrameInfo } from '../features/site/frame-info.ts'
import { CustomSlotForLater } from '../kernel/custom-markup.tsx'

export default function BareFrame() {
  return (
    <>
      <Outlet context={{ hasNavigation: false } satisfies FrameInfo} />
      <CustomSlotForLater name="header" />
      <CustomSlotForLater name="footer" />
      <CustomSlotForLater name="sidebar" />
    </>
  )
}
