import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';

export default function NoticeStack() {
  return <Notifications position="top-center" autoClose={5000} containerWidth={380} />;
}
