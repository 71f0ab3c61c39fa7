import './base.css';
import './mantine.css';
import 'virtual:theme.css';
import './controls.css';
import './overlays.css';
