export { DiffView as Diff } from './diff-view.js';
export { ImageView as Image } from './image-view.js';
export { PreviewContent as Content } from './preview-content.js';
export { PreviewView as Root } from './preview-view.js';
export { TableView as Table } from './table-view.js';
