/** The notebook's side of the widget (anywidget's front-end module): a frame with the page, and its words in both directions. */
function render({ model, el }) {
  const frame = document.createElement('iframe');
  frame.title = 'Lanescape';
  frame.style.cssText = 'width:100%;border:0;display:block';
  const resize = () => {
    frame.style.height = `${model.get('height')}px`;
  };
  /** What the page shows, so that its own words do not come back to it. */
  let shown = model.get('link');
  const move = () => {
    if (model.get('link') === shown) return;
    shown = model.get('link');
    // Not by `src`: that would leave an entry in the notebook's history.
    frame.contentWindow?.location.replace(new URL(model.get('address') + shown, location.href));
  };
  const hear = ({ source, data }) => {
    if (source !== frame.contentWindow || data?.lanescape !== 1) return;
    // A page that has not followed a change yet speaks of what was.
    if (model.get('link') !== shown) return;
    shown = data.link;
    model.set('link', data.link);
    model.set('answer', data.answer);
    model.save_changes();
  };
  resize();
  frame.src = model.get('address') + shown;
  addEventListener('message', hear);
  model.on('change:height', resize);
  model.on('change:link', move);
  el.append(frame);
  return () => {
    removeEventListener('message', hear);
    model.off('change:height', resize);
    model.off('change:link', move);
  };
}

export default { render };
