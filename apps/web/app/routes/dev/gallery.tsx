export { Gallery as default } from '../../ui/gallery/gallery.tsx'
